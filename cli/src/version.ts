declare const __CLI_VERSION__: string | undefined;

/** The version of this package; 0.0.0 where the sources run without a build. */
export const version = typeof __CLI_VERSION__ === 'string' ? __CLI_VERSION__ : '0.0.0';
