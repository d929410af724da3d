import type { FastifyRequest } from 'fastify';
import type { Fetcher, Reader, Settings } from '../contract/index.ts';
import type { Backend } from '../jobs/backend.ts';
import type { Access } from '../safety/access.ts';
import type { Tenant } from '../safety/keys.ts';

/** Everything that the route handlers need. */
export interface Api {
  settings: Settings;
  backend: Backend;
  fetcher: Fetcher;
  access: Access;
  /** Absent if no model is configured. */
  reader?: Reader;
  /** Aborts when the service stops: event streams end then; other requests are still answered. */
  closing?: AbortSignal;
  /** Base URL under which clients reach the service, for the URLs in its answers. Default: that of the request. */
  publicUrl?: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The tenant that the API key belongs to; set by a hook before any handler runs. */
    tenant: Tenant;
  }
}

/** Base URL of this service as the client knows it, without a trailing slash. */
export const baseUrl = ({ publicUrl }: Api, request: FastifyRequest): string =>
  (publicUrl ?? `${request.protocol}://${request.host}`).replace(/\/+$/, '');
