export * from './cdp.ts';
export * from './electron.ts';
export * from './extension.ts';
export * from './iframe.ts';
export * from './playwright.ts';
export * from './puppeteer.ts';
export * from './react-native.ts';
export * from './webdriver.ts';
