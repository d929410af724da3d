import { quoted } from '../session/result-words.ts';
import type { TabInfo } from '../session/tab-info.ts';
import type { UrlPolicy } from './url-policy.ts';

/** Tabs that are listed. */
const LISTED = 50;

/** `2 "Cart" "https://shop.example/cart" (current)`; of a page that may not be opened nothing is shown. */
export const listOfTabs = (tabs: readonly TabInfo[], urls: UrlPolicy): string => {
  const lines = tabs.slice(0, LISTED).map(({ id, title, url, current }) => {
    const what = urls.judge(url).allowed
      ? `${quoted(title)} ${quoted(url)}`
      : '(a page that may not be opened)';
    return `${id} ${what}${current ? ' (current)' : ''}`;
  });
  if (tabs.length > LISTED) lines.push(`... ${tabs.length - LISTED} more`);
  return lines.join('\n');
};
