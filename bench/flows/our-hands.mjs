import { callOf } from '../peers/ours.mjs';

/** @typedef {import('../pages/open.mjs').OpenPage} OpenPage */
/** @typedef {any} Node of a snapshot's tree */
/** @typedef {{ actions: number[], reads: number[] }} Clock  ms of each action, and of each snapshot */

const below = (/** @type {Node} */ node) => {
  const all = [node];
  for (const at of all) all.push(...(at.children ?? []));
  return all;
};

const says = (/** @type {Node} */ node, /** @type {string} */ title) =>
  node.name === title || node.text === title;

/**
 * The wanted node that belongs to a title: one with a ref, in the smallest subtree that contains both. Undefined where
 * there is none.
 */
function besideTitle(
  /** @type {Node} */ tree,
  /** @type {string} */ title,
  /** @type {(node: Node) => boolean} */ isWanted,
) {
  const holders = below(tree)
    .filter((node) => {
      const all = below(node);
      return all.some((inner) => says(inner, title) || inner.name?.includes(title)) && all.some(isWanted);
    })
    .sort((a, b) => below(a).length - below(b).length);
  const inside = holders[0] ? below(holders[0]).filter((node) => node.ref && isWanted(node)) : [];
  // Where the subtree has several wanted nodes, only one whose name contains the title.
  return inside.length > 1 ? (inside.find((node) => node.name?.includes(title)) ?? undefined) : inside[0];
}

/**
 * Performs the steps of a flow by refs of snapshots, or by a `text=` locator for a text in a snapshot, without other
 * knowledge of the page.
 * @param {OpenPage} open
 * @param {Clock} clock
 * @returns {import('./steps.mjs').Hands}
 */
export function ourHands({ evaluate }, clock) {
  const timed = async (/** @type {number[]} */ times, /** @type {string} */ expression) => {
    const start = performance.now();
    const result = await evaluate(expression);
    times.push(performance.now() - start);
    return typeof result === 'string' ? JSON.parse(result) : result;
  };
  const read = async (options = {}) => {
    const result = await timed(clock.reads, callOf('snapshot', options));
    if (!result.ok) throw new Error(result.error.message);
    return result.tree;
  };
  const act = async (
    /** @type {string} */ target,
    /** @type {string} */ kind,
    /** @type {unknown} */ payload,
  ) => {
    const args = ['action', target, kind, payload].map((arg) => JSON.stringify(arg)).join(', ');
    const result = await timed(clock.actions, `window.__agentBrowser.run(${args})`);
    if (!result.ok) throw new Error(`${kind} ${target}: ${result.error.code}: ${result.error.message}`);
  };
  /** Finds a ref in a snapshot for acting, else in one for reading. */
  const find = async (/** @type {string} */ what, /** @type {(tree: Node) => Node | undefined} */ look) => {
    for (const options of [{}, { interactiveOnly: false }]) {
      const found = look(await read(options));
      if (found?.ref) return /** @type {string} */ (found.ref);
    }
    throw new Error(`no ${what} in the snapshot`);
  };
  /** The ref of the element with a text, else a `text=` locator. */
  const textOf = (/** @type {string} */ title) =>
    find(title, (tree) =>
      below(tree).find((node) => node.ref && says(node, title) && !/^(?:checkbox|button)$/.test(node.role)),
    ).catch(() => `text=${JSON.stringify(title)}`);
  return {
    async add(title) {
      const field = await find('field', (tree) =>
        below(tree).find(
          (node) =>
            node.role === 'textbox' && `${node.name} ${node.placeholder}`.includes('needs to be done'),
        ),
      );
      await act(field, 'fill', title);
      await act(field, 'press', 'Enter');
    },
    async toggle(title) {
      await act(
        await find(`checkbox of ${title}`, (tree) =>
          besideTitle(tree, title, ({ role }) => role === 'checkbox'),
        ),
        'check',
      );
    },
    async rename(title, to) {
      await act(await textOf(title), 'dblclick');
      const field = await find('field of the item', (tree) =>
        below(tree).find(({ role, value }) => role === 'textbox' && value === title),
      );
      await act(field, 'fill', to);
      await act(field, 'press', 'Enter');
    },
    async press(name) {
      await act(
        await find(name, (tree) =>
          below(tree).find((node) => node.name === name && /^(?:link|button)$/.test(node.role)),
        ),
        'click',
      );
    },
    async remove(title) {
      await act(await textOf(title), 'hover');
      const isButton = (/** @type {Node} */ { role, name }) =>
        role === 'button' && !/^(?:All|Active|Completed|Clear completed)$/.test(name ?? '');
      await act(await find(`button of ${title}`, (tree) => besideTitle(tree, title, isButton)), 'click');
    },
  };
}
