declare const __SERVICE_VERSION__: string | undefined;

/** Of this package. */
export const version = typeof __SERVICE_VERSION__ === 'string' ? __SERVICE_VERSION__ : '0.0.0';
