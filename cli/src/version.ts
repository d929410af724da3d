declare const __CLI_VERSION__: string | undefined;

/** Of this package. */
export const version = typeof __CLI_VERSION__ === 'string' ? __CLI_VERSION__ : '0.0.0';
