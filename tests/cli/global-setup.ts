import { buildCli } from '../../cli/build.mjs';

/** Builds the published command, which the tests start. */
export default async (): Promise<void> => {
  await buildCli();
};
