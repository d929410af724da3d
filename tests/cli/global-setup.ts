import { buildCli } from '../../cli/build.mjs';

/** The command as it is published: what the tests start. */
export default async (): Promise<void> => {
  await buildCli();
};
