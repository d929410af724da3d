import { Argument, type Command, InvalidArgumentError, Option } from 'commander';
import { MCP_CAPABILITIES, type McpCapability } from './options.ts';
import type { RunMcpOptions } from './run.ts';

const list = (given: string): string[] =>
  given
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');

const collect = (given: string, before: string[] = []): string[] => [...before, ...list(given)];

const port = (given: string): number => {
  const number = Number(given);
  if (!Number.isInteger(number) || number < 0 || number > 65_535)
    throw new InvalidArgumentError('A port is a number from 0 to 65535.');
  return number;
};

const caps = (given: string): McpCapability[] =>
  list(given).map((one) => {
    const known = MCP_CAPABILITIES.find((capability) => capability === one);
    if (!known) throw new InvalidArgumentError(`There are: ${MCP_CAPABILITIES.join(', ')}.`);
    return known;
  });

interface Given {
  browser?: string;
  cdp?: string;
  headed?: boolean;
  profile?: string;
  device?: string;
  session?: string;
  allow?: string[];
  caps?: McpCapability[];
  files?: string[];
  port?: number;
  host?: string;
  token?: string;
  allowHost?: string[];
  allowOrigin?: string[];
}

const optionsOf = (transport: string | undefined, given: Given): RunMcpOptions => {
  const { browser, cdp, headed, profile, device, session, allow, caps: capabilities, files } = given;
  const isHttp = transport === 'http' || given.port !== undefined || given.host !== undefined;
  const token = given.token ?? process.env.INPAGE_TOKEN;
  return {
    settings: {
      ...(browser !== undefined && { browser }),
      ...(cdp !== undefined && { connect: cdp }),
      ...(headed && { headless: false }),
      ...(profile !== undefined && { profile }),
      ...(device !== undefined && { device }),
    },
    ...(session !== undefined && { session }),
    ...(allow && { allow }),
    ...(capabilities && { caps: capabilities }),
    ...(files && { files }),
    ...(isHttp && {
      http: {
        ...(given.host !== undefined && { host: given.host }),
        ...(given.port !== undefined && { port: given.port }),
        ...(token && { token }),
        ...(given.allowHost && { allowedHosts: given.allowHost }),
        ...(given.allowOrigin && { allowedOrigins: given.allowOrigin }),
      },
    }),
  };
};

/** Adds `inpage mcp`. Its modules are loaded only when it runs. */
export const addMcpCommand = (program: Command): Command =>
  program
    .command('mcp')
    .helpGroup('Services:')
    .description('serve the Model Context Protocol: over stdio, or over streamable HTTP with --port')
    .addArgument(new Argument('[transport]').choices(['stdio', 'http']))
    .option('--browser <path>', 'the browser to start')
    .option('--cdp <url>', 'connect to a browser: a port, http://... or ws://...')
    .option('--headed', 'show the browser')
    .option('--profile <name>', 'keep cookies and logins under a name, or in a folder')
    .option('--device <name>', 'a phone or tablet, such as "Pixel 7"')
    .option('--allow <hosts>', 'hosts that may be opened, with all below them: a.example,b.example', collect)
    .addOption(new Option('--caps <names>', 'tools that are off otherwise: eval, page-tools').argParser(caps))
    .option('--files <folder>', 'a folder whose files may be uploaded; may be given again', collect)
    .addOption(new Option('--port <number>', 'streamable HTTP on this port; 0: a free one').argParser(port))
    .option('--host <address>', 'the address to listen on; default 127.0.0.1')
    .option('--allow-host <names>', 'names by which the server is called (Host)', collect)
    .option('--allow-origin <origins>', 'origins of pages that may call the server', collect)
    .action(async (transport: string | undefined, own: Given) => {
      const { runMcp } = await import('./run.ts');
      // `--session` and `--token` are options of the whole program. A session named here is shared by all clients,
      // which have their own otherwise. The token is the one that clients must send.
      const { session, token } = program.opts<{ session?: string; token?: string }>();
      const isNamed = program.getOptionValueSource('session') === 'cli';
      const given = {
        ...own,
        ...(isNamed && session !== undefined && { session }),
        ...(token !== undefined && { token }),
      };
      await runMcp(optionsOf(transport, given));
      // Exits even if a browser does not end or a client stays connected.
      process.exit(0);
    });
