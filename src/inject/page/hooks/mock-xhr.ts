import type { Mock } from '../../../contract.ts';

const ANSWER_PROPERTIES = [
  'readyState',
  'status',
  'statusText',
  'responseURL',
  'responseText',
  'response',
  'getResponseHeader',
  'getAllResponseHeaders',
];

/** A body as the type that the request asks for (https://xhr.spec.whatwg.org/#the-response-attribute). */
const bodyAs = (type: XMLHttpRequestResponseType, body: string): unknown => {
  try {
    if (type === 'json') return JSON.parse(body);
  } catch {
    return null;
  }
  if (type === 'blob') return new Blob([body]);
  return type === 'arraybuffer' ? new TextEncoder().encode(body).buffer : body;
};

/** Makes a request that was opened but not sent look answered, and dispatches the events of an answer. */
export const answerXhr = (xhr: XMLHttpRequest, mock: Mock, url: string): void => {
  const { status = 200, body = '', contentType = 'application/json' } = mock;
  const header = (name: string): string | null =>
    name.toLowerCase() === 'content-type' ? contentType : null;
  const values = [
    4,
    status,
    '',
    url,
    body,
    bodyAs(xhr.responseType, body),
    header,
    () => `content-type: ${contentType}\r\n`,
  ];
  ANSWER_PROPERTIES.forEach((name, i) => {
    Object.defineProperty(xhr, name, { value: values[i], configurable: true });
  });
  for (const type of ['readystatechange', 'load', 'loadend']) xhr.dispatchEvent(new ProgressEvent(type));
};

/** Removes a mocked answer when the request object is opened again. */
export const forgetAnswer = (xhr: XMLHttpRequest): void => {
  for (const name of ANSWER_PROPERTIES) Reflect.deleteProperty(xhr, name);
};
