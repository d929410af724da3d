/**
 * Performs the steps of a flow by Playwright's actions, which use the browser's trusted input, and takes Playwright's
 * snapshot after each, as a host of a model does.
 * @param {import('../pages/open.mjs').OpenPage} open
 * @param {import('./our-hands.mjs').Clock} clock
 * @returns {import('./steps.mjs').Hands}
 */
export function trustedHands({ tab }, clock) {
  const act = async (/** @type {Promise<unknown>} */ action, /** @type {number} */ start) => {
    await action;
    clock.actions.push(performance.now() - start);
    const before = performance.now();
    await tab.ariaSnapshot({ mode: 'ai' });
    clock.reads.push(performance.now() - before);
  };
  const now = () => performance.now();
  const itemOf = (/** @type {string} */ title) => tab.getByRole('listitem').filter({ hasText: title });
  tab.setDefaultTimeout(5000);
  return {
    async add(title) {
      const field = tab.getByPlaceholder('What needs to be done?');
      await act(field.fill(title), now());
      await act(field.press('Enter'), now());
    },
    toggle: (title) => act(itemOf(title).getByRole('checkbox').check(), now()),
    async rename(title, to) {
      const field = itemOf(title).locator('.edit');
      await act(itemOf(title).locator('label').dblclick(), now());
      const edited = (await field.count()) > 0 ? field : tab.locator('.editing .edit');
      await act(edited.fill(to), now());
      await act(edited.press('Enter'), now());
    },
    press: (name) => act(tab.getByText(name, { exact: true }).click(), now()),
    async remove(title) {
      await act(itemOf(title).hover(), now());
      await act(itemOf(title).locator('.destroy').click(), now());
    },
  };
}
