import '../../src/inject/realm.ts';

/**
 * Globals as they were when the script came in, or as a fresh frame has them. A page may replace them later, or put a `let` of the same name before
 * them; what is built on them must not pass through its hands. The build puts these in the place of the names.
 */
const {
  Array: array,
  Date: date,
  Document: documentClass,
  Element: element,
  JSON: json,
  Map: map,
  Math: math,
  MessageChannel: messageChannel,
  Node: node,
  Number: number,
  Object: object,
  Promise: promise,
  Reflect: reflect,
  Set: set,
  String: string,
  Symbol: symbol,
  Uint8Array: uint8Array,
  Uint32Array: uint32Array,
  WeakMap: weakMap,
  WeakRef: weakRef,
  performance: clock,
} = window;

export {
  array as Array,
  clock as performance,
  date as Date,
  documentClass as Document,
  element as Element,
  json as JSON,
  map as Map,
  math as Math,
  messageChannel as MessageChannel,
  node as Node,
  number as Number,
  object as Object,
  promise as Promise,
  reflect as Reflect,
  set as Set,
  string as String,
  symbol as Symbol,
  uint8Array as Uint8Array,
  uint32Array as Uint32Array,
  weakMap as WeakMap,
  weakRef as WeakRef,
};
