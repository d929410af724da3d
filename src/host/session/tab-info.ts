/** A tab that a session knows: the first one, those that pages have opened, those that the session has opened. */
export interface TabInfo {
  /** Counts from 1; never reused, also after the tab is closed. */
  id: number;
  title: string;
  url: string;
  /** Whether it is the current tab of the session. */
  current: boolean;
}
