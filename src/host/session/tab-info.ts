/** A tab that a session knows: the first one, those that its pages have opened, those that it has opened itself. */
export interface TabInfo {
  /** Counts from 1; never another tab's, also once this one is closed. */
  id: number;
  title: string;
  url: string;
  /** The one that the session is in. */
  current: boolean;
}
