export type * from './document.ts';
export * from './job.ts';
export * from './requests.ts';
export * from './services.ts';
export type * from './settings.ts';
