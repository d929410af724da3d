/** The renderer and the wire types: everything that runs outside of the page. */
export type * from './contract.ts';
export * from './render/index.ts';
