declare const __SERVICE_VERSION__: string | undefined;

/** Version of this package, set by the build; 0.0.0 when the sources run. */
export const version = typeof __SERVICE_VERSION__ === 'string' ? __SERVICE_VERSION__ : '0.0.0';
