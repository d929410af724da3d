import { quoted } from '../session/result-words.ts';
import type { TabInfo } from '../session/tab-info.ts';
import type { UrlPolicy } from './url-policy.ts';

/** Most tabs that are listed. */
const MAX_TABS = 50;

/** A line for each tab, `2 "Cart" "https://shop.example/cart" (current)`. Title and URL of a page that the policy forbids are not shown. */
export const listOfTabs = (tabs: readonly TabInfo[], urls: UrlPolicy): string => {
  const lines = tabs.slice(0, MAX_TABS).map(({ id, title, url, current }) => {
    const what = urls.judge(url).allowed
      ? `${quoted(title)} ${quoted(url)}`
      : '(a page that may not be opened)';
    return `${id} ${what}${current ? ' (current)' : ''}`;
  });
  if (tabs.length > MAX_TABS) lines.push(`... ${tabs.length - MAX_TABS} more`);
  return lines.join('\n');
};
