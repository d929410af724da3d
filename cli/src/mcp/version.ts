/** Of the package: the build puts it in. */
declare const __CLI_VERSION__: string | undefined;

export const version = typeof __CLI_VERSION__ === 'string' ? __CLI_VERSION__ : '0.0.0';
