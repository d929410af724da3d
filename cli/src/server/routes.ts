export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** The HTTP method and path of an operation. `:name` in a path is a field of its input. */
export interface Route {
  method: Method;
  path: string;
  /** One sentence, for the OpenAPI document and the docs. */
  summary: string;
}

const route = (method: Method, path: string, summary: string): Route => ({ method, path, summary });
const inSession = (method: Method, path: string, summary: string): Route =>
  route(method, `/sessions/:session${path}`, summary);

/**
 * All operations of a server, by name: commands and HTTP routes are made from them. Data only, so that a command starts
 * fast.
 */
export const ROUTES = {
  health: route('GET', '/health', 'Whether the server is there, and what it is.'),
  shutdown: route('POST', '/shutdown', 'Closes all sessions and ends the server. On the own socket only.'),
  read: route('POST', '/read', 'Reads an address, or HTML that is given, without a session.'),
  listSessions: route('GET', '/sessions', 'The sessions that are open.'),
  openSession: route('POST', '/sessions', 'Opens a session.'),
  closeSessions: route('DELETE', '/sessions', 'Closes all sessions.'),
  getSession: inSession('GET', '', 'One session.'),
  closeSession: inSession('DELETE', '', 'Closes a session with its tabs.'),
  open: inSession('POST', '/open', 'Opens an address and reads the page. Opens the session too.'),
  snapshot: inSession('POST', '/snapshot', 'Reads the page.'),
  action: inSession('POST', '/action', 'Acts on an element, and tells what changed.'),
  query: inSession('POST', '/query', 'Asks for one detail of an element.'),
  page: inSession('POST', '/page', 'Asks the page, or does something to it: find, search, scroll, back, ...'),
  wait: inSession('POST', '/wait', 'Waits until all that is given holds.'),
  evaluate: inSession(
    'POST',
    '/evaluate',
    'Evaluates an expression in the page. Where the server allows it.',
  ),
  batch: inSession('POST', '/batch', 'Several operations one after the other.'),
  mouse: inSession('POST', '/mouse', "The browser's own mouse."),
  keyboard: inSession('POST', '/keyboard', "The browser's own keyboard."),
  upload: inSession('POST', '/upload', 'Chooses files in a file field.'),
  listTabs: inSession('GET', '/tabs', 'The tabs of a session.'),
  openTab: inSession('POST', '/tabs', 'Opens a tab and goes on in it.'),
  selectTab: inSession('PUT', '/tabs/:tab', 'Goes on in another tab.'),
  closeTab: inSession('DELETE', '/tabs/:tab', 'Closes a tab.'),
  listWindows: inSession('GET', '/windows', 'The windows of a session, with their tabs.'),
  openWindow: inSession('POST', '/windows', 'Opens a window and goes on in it.'),
  setFrame: inSession('PUT', '/frame', 'Limits snapshots to a frame or element, or to none.'),
  listDialogs: inSession('GET', '/dialogs', 'The dialogs that were answered.'),
  answerDialogs: inSession('PUT', '/dialogs', 'How the next dialogs are answered.'),
  listConsole: inSession('GET', '/console', 'What was written to the console.'),
  clearConsole: inSession('DELETE', '/console', 'Forgets what was written to the console.'),
  listErrors: inSession('GET', '/errors', 'Errors of pages that nobody caught.'),
  clearErrors: inSession('DELETE', '/errors', 'Forgets the errors of pages.'),
  listDownloads: inSession('GET', '/downloads', 'The downloads of a session.'),
  getDownload: inSession('GET', '/downloads/:id', 'The file of a download.'),
  listRequests: inSession('GET', '/network', 'The requests of a session.'),
  clearRequests: inSession('DELETE', '/network', 'Forgets the requests of a session.'),
  getRequest: inSession('GET', '/network/requests/:id', 'One request with its headers and bodies.'),
  listMocks: inSession('GET', '/network/mocks', 'What is mocked and blocked.'),
  addMock: inSession(
    'POST',
    '/network/mocks',
    'Answers requests in the place of the network, or blocks them.',
  ),
  removeMocks: inSession('DELETE', '/network/mocks', 'Ends what is mocked or blocked.'),
  startHar: inSession('POST', '/network/har', 'Starts an HTTP archive.'),
  stopHar: inSession('DELETE', '/network/har', 'Ends the HTTP archive and gives it.'),
  getCookies: inSession('GET', '/cookies', 'The cookies of a session.'),
  setCookies: inSession('PUT', '/cookies', 'Sets cookies.'),
  clearCookies: inSession('DELETE', '/cookies', 'Removes cookies.'),
  getStorage: inSession('GET', '/storage/:area', 'What a page keeps in its local or session storage.'),
  setStorage: inSession('PUT', '/storage/:area', "Writes to a page's storage."),
  clearStorage: inSession('DELETE', '/storage/:area', "Removes from a page's storage."),
  getState: inSession('GET', '/state', 'Cookies and local storage, to be loaded again.'),
  setState: inSession('PUT', '/state', 'Loads cookies and local storage.'),
  screenshot: inSession(
    'POST',
    '/screenshot',
    'A picture of the page. With `accept: image/*` the picture alone.',
  ),
  pdf: inSession('POST', '/pdf', 'The page as PDF. With `accept: application/pdf` the document alone.'),
  configure: inSession(
    'PATCH',
    '/settings',
    'Viewport, device, place, network, headers, credentials, media.',
  ),
  highlight: inSession('POST', '/highlight', 'Draws a box around elements, or removes the boxes.'),
  diff: inSession(
    'POST',
    '/diff',
    'What is different: since the last snapshot, to a picture, between two addresses.',
  ),
  startTrace: inSession('POST', '/trace', 'Starts a trace.'),
  stopTrace: inSession('DELETE', '/trace', 'Ends the trace and gives it (for `npx playwright show-trace`).'),
  events: inSession('GET', '/events', 'What happens, as server-sent events.'),
} as const satisfies Record<string, Route>;

export type RouteName = keyof typeof ROUTES;
