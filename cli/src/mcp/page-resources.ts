import { type ReadResourceResult, type Resource, ResourceNotFoundError } from '@modelcontextprotocol/server';
import type { ToolAnswer } from '../../../src/host/index.ts';

export const SNAPSHOT_URI = 'inpage://snapshot';
export const SCREENSHOT_URI = 'inpage://screenshot';

const RESOURCES: readonly Resource[] = [
  {
    uri: SNAPSHOT_URI,
    name: 'snapshot',
    title: 'Last snapshot',
    description: 'The page as the model has last seen the whole of it, as text.',
    mimeType: 'text/plain',
  },
  {
    uri: SCREENSHOT_URI,
    name: 'screenshot',
    title: 'Last screenshot',
    description: 'The last picture that web_screenshot took, with a numbered box around each ref.',
    mimeType: 'image/png',
  },
];

type Content = ReadResourceResult['contents'][number];

/** Where the page starts in an answer: what the call says comes before it. */
const SNAPSHOT_LINE = /^\[snapshot\] /m;

const asText = (uri: string, text: string): Content => ({ uri, mimeType: 'text/plain', text });

/** The last snapshot and the last screenshot of one client. */
export class PageResources {
  readonly #contents = new Map<string, Content>();

  /** Keeps the snapshot and the picture of a tool's answer; returns the URIs of the resources that have changed. */
  keep({ text, isPage, picture }: ToolAnswer): string[] {
    const changed: string[] = [];
    if (isPage) {
      const page = text.slice(Math.max(0, text.search(SNAPSHOT_LINE)));
      this.#contents.set(SNAPSHOT_URI, asText(SNAPSHOT_URI, page));
      changed.push(SNAPSHOT_URI);
    }
    if (picture) {
      const blob = Buffer.from(picture.bytes).toString('base64');
      this.#contents.set(SCREENSHOT_URI, { uri: SCREENSHOT_URI, mimeType: picture.mimeType, blob });
      changed.push(SCREENSHOT_URI);
    }
    return changed;
  }

  list(): Resource[] {
    return RESOURCES.map((resource) => {
      const mimeType = this.#contents.get(resource.uri)?.mimeType;
      return mimeType === undefined ? { ...resource } : { ...resource, mimeType };
    });
  }

  /**
   * A resource with nothing in it yet is a text that says so: clients that read all listed resources give up at the
   * first error.
   *
   * @throws {ResourceNotFoundError} where there is no such resource
   */
  read(uri: string): ReadResourceResult {
    if (!RESOURCES.some((resource) => resource.uri === uri))
      throw new ResourceNotFoundError(
        uri,
        `There is no resource ${uri.slice(0, 100)}. Resources: ${SNAPSHOT_URI}, ${SCREENSHOT_URI}.`,
      );
    const first = uri === SNAPSHOT_URI ? 'web_open' : 'web_screenshot';
    const content = this.#contents.get(uri);
    return { contents: [content ?? asText(uri, `Nothing has been taken yet: call ${first} first.`)] };
  }
}
