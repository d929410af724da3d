/** Whether a URL may be opened: the URL to load, or the reason as a sentence for a model. */
export type UrlVerdict = { allowed: true; url: string } | { allowed: false; reason: string };

export interface UrlPolicyOptions {
  /** In lower case. Default `http`, `https`. `javascript`, `data` and `file` are a risk. */
  schemes?: readonly string[];
  /** Default: any. `example.com` includes its subdomains. */
  hosts?: readonly string[];
}

const SCHEME = /^([A-Za-z][A-Za-z0-9+.-]*):/;

/** Matches `localhost:8080`, whose `localhost:` is no scheme. */
const HOST_AND_PORT = /^[A-Za-z0-9.-]+:[0-9]+(?:[/?#]|$)/;

const NOT_WHOLE: UrlVerdict = {
  allowed: false,
  reason: 'This is no complete URL. Give one such as https://example.com/path.',
};

/** The URLs that a model may open: an allow list of schemes, and of hosts if one is given. */
export class UrlPolicy {
  readonly #schemes: readonly string[];
  readonly #hosts: readonly string[] | undefined;

  constructor({ schemes = ['http', 'https'], hosts }: UrlPolicyOptions = {}) {
    this.#schemes = schemes;
    this.#hosts = hosts;
  }

  /** Checks a URL; one without a scheme gets https. */
  judge(given: string): UrlVerdict {
    // Browsers drop these characters, so that `java\tscript:` is `javascript:` to them.
    const clean = trimmed(given.replace(/[\t\n\r]/g, ''));
    if (clean === '') return { allowed: false, reason: 'The URL is empty.' };
    if (clean === 'about:blank') return { allowed: true, url: clean };
    const scheme = SCHEME.exec(clean)?.[1]?.toLowerCase();
    if (scheme === undefined || HOST_AND_PORT.test(clean))
      return this.#judgeHost(`https://${clean.replace(/^\/\//, '')}`);
    if (!this.#schemes.includes(scheme))
      return { allowed: false, reason: `Only ${this.#schemes.join(', ')} can be opened, not ${scheme}.` };
    return this.#judgeHost(clean);
  }

  #judgeHost(url: string): UrlVerdict {
    let host = '';
    try {
      // `URL` parses as browsers do: backslashes, user names, numeric IP addresses.
      host = new URL(url).hostname;
    } catch {
      return NOT_WHOLE;
    }
    if (host === '') return NOT_WHOLE;
    const hosts = this.#hosts;
    const isAllowed =
      hosts === undefined ||
      hosts.some((allowed) => host === allowed.toLowerCase() || host.endsWith(`.${allowed.toLowerCase()}`));
    if (isAllowed) return { allowed: true, url };
    const reason = `${host} is not among the sites that may be opened: ${hosts.join(', ')}.`;
    return { allowed: false, reason };
  }
}

/** Without control characters and spaces at its ends. */
const trimmed = (text: string): string => {
  let start = 0;
  let end = text.length;
  while (start < end && text.charCodeAt(start) <= 0x20) start++;
  while (end > start && text.charCodeAt(end - 1) <= 0x20) end--;
  return text.slice(start, end);
};
