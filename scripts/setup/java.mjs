import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { installPackagesOfDebian } from './debian.mjs';
import { say } from './run.mjs';

/** The oldest JDK that Playwright, JUnit and the Kotlin compiler all run on. */
const OLDEST_JDK = 11;

/** On Windows Maven is a script, which needs a shell to start. */
const shell = process.platform === 'win32';

const tools = () => {
  const home = process.env.MAVEN_HOME ?? process.env.M2_HOME;
  return home ? [join(home, 'bin', 'mvn'), 'mvn'] : ['mvn'];
};

/**
 * Maven with the JDK that it finds (JAVA_HOME, else the search path), or undefined.
 * @returns {{ command: string, version: string } | undefined}
 */
export function findMaven() {
  for (const command of tools()) {
    const { status, stdout } = spawnSync(command, ['-v'], { encoding: 'utf8', timeout: 60_000, shell });
    if (status !== 0) continue;
    const maven = /Apache Maven ([\d.]+)/.exec(stdout)?.[1];
    const java = /Java version: ([\d.]+)/.exec(stdout)?.[1];
    const home = /runtime: (.*)$|Java home: (.*)$/m.exec(stdout);
    const folder = (home?.[1] ?? home?.[2] ?? '').trim();
    // A runtime without javac is not enough: Kotlin has its own compiler, but takes the target version from the JDK.
    const isJdk = ['javac', 'javac.exe'].some((name) => existsSync(join(folder, 'bin', name)));
    if (maven && java && isJdk && Number.parseInt(java, 10) >= OLDEST_JDK)
      return { command, version: `Maven ${maven}, Java ${java}` };
  }
  return undefined;
}

/** Finds Maven and a JDK, or installs them. */
export async function obtainMaven() {
  let maven = findMaven();
  if (!maven) {
    await installPackagesOfDebian('Maven with a JDK', ['default-jdk-headless', 'maven']);
    maven = findMaven();
  }
  if (!maven) {
    throw new Error(
      `The Kotlin checks need Maven and a JDK, version ${OLDEST_JDK} or newer, and none could be installed. Install ` +
        'them (Debian: sudo apt-get install default-jdk-headless maven), or set JAVA_HOME and MAVEN_HOME.',
    );
  }
  say(`Java: ${maven.version}.`);
  return maven;
}
