import type { HooksPayload, Mock, NetworkRecord } from '../../../contract.ts';
import { cut } from '../../dom/cut.ts';
import type { Hooked } from '../../state.ts';
import { answerXhr, forgetAnswer } from './mock-xhr.ts';
import { keep, patch } from './patch.ts';

const JSON_TYPE = 'application/json';

const addressOf = (url: unknown): string => {
  try {
    return new URL(String(url), document.baseURI).href;
  } catch {
    return String(url);
  }
};

/** Records requests of fetch and XMLHttpRequest without bodies and headers, and answers those that match a mock without sending them. */
export const hookNetwork = (
  hooked: Hooked,
  setting: NonNullable<HooksPayload['network']>,
): (() => void)[] => {
  const mocks = typeof setting === 'object' ? setting.mocks : [];
  const mockFor = ({ url, method }: NetworkRecord): Mock | undefined =>
    mocks.find((mock) => url.includes(mock.url) && (!mock.method || mock.method.toUpperCase() === method));
  const log = (method: unknown, url: unknown): NetworkRecord =>
    keep(hooked.network, {
      ts: Date.now(),
      method: String(method ?? 'GET').toUpperCase(),
      url: cut(addressOf(url), 500),
    });
  const asMocked = (record: NetworkRecord, mock: Mock): void => {
    record.status = mock.status ?? 200;
    record.mocked = true;
  };
  const opened = new WeakMap<object, { method: unknown; url: unknown; isSync: boolean }>();
  return [
    patch(window, 'fetch', (_self, [input, init], original) => {
      const request = input as Partial<Request> | undefined;
      const record = log((init as RequestInit | undefined)?.method ?? request?.method, request?.url ?? input);
      const mock = mockFor(record);
      if (mock) {
        asMocked(record, mock);
        const headers = { 'content-type': mock.contentType ?? JSON_TYPE };
        const status = mock.status ?? 200;
        // The constructor throws for a body with a status such as 204.
        return Promise.resolve(new Response(mock.body ?? null, { status, headers }));
      }
      return (original() as Promise<Response>).then(
        (response) => {
          record.status = response.status;
          return response;
        },
        (error) => {
          record.status = 0;
          throw error;
        },
      );
    }),
    patch(XMLHttpRequest.prototype, 'open', (self, [method, url, isAsync], original) => {
      opened.set(self as object, { method, url, isSync: isAsync === false });
      forgetAnswer(self as XMLHttpRequest);
      return original();
    }),
    patch(XMLHttpRequest.prototype, 'send', (self, _args, original) => {
      const xhr = self as XMLHttpRequest;
      const how = opened.get(xhr);
      const record = log(how?.method, how?.url);
      const mock = mockFor(record);
      if (mock) {
        asMocked(record, mock);
        if (how?.isSync) answerXhr(xhr, mock, record.url);
        else setTimeout(() => answerXhr(xhr, mock, record.url), 0);
        return undefined;
      }
      xhr.addEventListener('loadend', () => {
        record.status = xhr.status;
      });
      return original();
    }),
  ];
};
