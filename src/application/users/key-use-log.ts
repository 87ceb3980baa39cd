import { coarseNetwork } from "../../domain/network";
import type { User } from "../../domain/user";
import type { ApiKeyUses } from "../ports/api-key-uses";
import type { Clock } from "../ports/clock";

/** Who uses a key: the program, and where it is. */
export interface KeyHolder {
  readonly client: string;
  readonly remoteAddress: string;
}

interface Ports {
  readonly apiKeyUses: ApiKeyUses;
  readonly clock: Clock;
  readonly onError: (error: unknown) => void;
}

const hour = 3_600_000;
const mostRemembered = 50_000;
const longestClient = 30;

/** Notes when API keys are used: once an hour for each, so that it costs a request nothing. */
export class KeyUseLog {
  /** The hour that was noted last, by key. */
  private readonly noted = new Map<string, number>();
  private readonly writing = new Set<Promise<void>>();

  constructor(private readonly ports: Ports) {}

  note(realmId: number, { id, apiKeyVersion }: User, holder: KeyHolder): void {
    const key = `${realmId} ${id} ${apiKeyVersion}`;
    const usedAt = Math.floor(this.ports.clock.now() / hour) * hour;
    if (this.noted.get(key) === usedAt) return;
    if (this.noted.size >= mostRemembered) this.noted.clear();
    this.noted.set(key, usedAt);
    const { client, remoteAddress } = holder;
    const use = { usedAt, client: client.slice(0, longestClient), network: coarseNetwork(remoteAddress) };
    const written = this.ports.apiKeyUses
      .note(realmId, id, apiKeyVersion, use)
      .catch(this.ports.onError)
      .finally(() => this.writing.delete(written));
    this.writing.add(written);
  }

  /** Waits for what is being written. */
  async settle(): Promise<void> {
    await Promise.all(this.writing);
  }
}
