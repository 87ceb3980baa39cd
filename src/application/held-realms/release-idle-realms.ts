import type { Clock } from "../ports/system/clock";
import type { RealmDirectory } from "./realm-directory";

interface Ports {
  readonly directory: RealmDirectory;
  readonly clock: Clock;
}

const idleMilliseconds = 600_000;

/** Releases realms that nobody has used for ten minutes and that no client here listens to. */
export const releaseIdleRealms =
  ({ directory, clock }: Ports) =>
  async (): Promise<void> =>
    directory.releaseUnused(clock.now() - idleMilliseconds);
