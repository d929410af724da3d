import type { FastifyRequest } from 'fastify';
import type { Fetcher, Reader, Settings } from '../contract/index.ts';
import type { Backend } from '../jobs/backend.ts';
import type { Access } from '../safety/access.ts';
import type { Tenant } from '../safety/keys.ts';

/** What the routes work with. */
export interface Api {
  settings: Settings;
  backend: Backend;
  fetcher: Fetcher;
  access: Access;
  /** Where a model is configured. */
  reader?: Reader;
  /** Aborts when the service ends: streams end, what is waited for is finished. */
  closing?: AbortSignal;
  /** How clients reach the service, for the addresses in its answers. Default: as the request says. */
  publicUrl?: string;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks; known before any handler runs. */
    tenant: Tenant;
  }
}

/** The address of this service as the client knows it, without a slash at its end. */
export const baseUrl = ({ publicUrl }: Api, request: FastifyRequest): string =>
  (publicUrl ?? `${request.protocol}://${request.host}`).replace(/\/+$/, '');
