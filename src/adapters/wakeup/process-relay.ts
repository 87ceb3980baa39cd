import type { RealmId } from "../../domain/ids";
import { bytesIn } from "../../domain/units/size";
import type { BusMessage } from "./bus";

/** What a process sends to the relay. The relay answers requests in order. */
export type ToRelay =
  | { readonly kind: "begins"; readonly request: number }
  | { readonly kind: "follows"; readonly realmIds: readonly RealmId[]; readonly request: number }
  | { readonly kind: "leaves"; readonly realmId: RealmId }
  | { readonly kind: "checks"; readonly request: number }
  | { readonly kind: "publishes"; readonly messages: readonly BusMessage[] };

/** What the relay sends to a process. */
export type FromRelay =
  | { readonly kind: "answers"; readonly request: number }
  | { readonly kind: "payloads"; readonly payloads: readonly string[] }
  /** Messages may have been lost: the process starts over. */
  | { readonly kind: "gap" };

/** A process at the relay. */
export interface RelayMember {
  receive(message: ToRelay): void;
  /** The process has ended; its last announcements may not have arrived. */
  leave(): void;
}

/** Beyond this many unsent bytes, a process misses further messages, and gets a gap instead. */
const mostUnsent = 32 * bytesIn.mebibyte;

class Member {
  private readonly followed = new Set<RealmId>();
  private unsent = 0;
  private hasMissed = false;

  constructor(
    private readonly send: (message: FromRelay) => Promise<unknown>,
    private readonly most: number,
  ) {}

  begin(): void {
    this.followed.clear();
  }

  follow(realmIds: readonly RealmId[]): void {
    for (const realmId of realmIds) this.followed.add(realmId);
  }

  unfollow(realmId: RealmId): void {
    this.followed.delete(realmId);
  }

  answer(request: number): void {
    this.post({ kind: "answers", request }, 0);
  }

  /** Takes the messages of realms that it follows. */
  take(messages: readonly BusMessage[]): void {
    this.deliver(messages.filter(({ realmId }) => this.followed.has(realmId)).map(({ payload }) => payload));
  }

  deliver(payloads: readonly string[]): void {
    if (payloads.length === 0) return;
    const size = payloads.reduce((sum, payload) => sum + payload.length, 0);
    if (this.hasMissed || this.unsent + size > this.most) this.hasMissed = true;
    else this.post({ kind: "payloads", payloads }, size);
  }

  reportGap(): void {
    this.post({ kind: "gap" }, 0);
  }

  private post(message: FromRelay, size: number): void {
    this.unsent += size;
    const sent = (): void => {
      this.unsent -= size;
      if (this.unsent > 0 || !this.hasMissed) return;
      this.hasMissed = false;
      this.reportGap();
    };
    // A process that can't be reached has ended, and leaves.
    this.send(message).then(sent, () => undefined);
  }
}

/** Passes messages between the processes of one server. It lives in the primary process. */
export class ProcessRelay {
  private readonly members = new Set<Member>();

  constructor(private readonly mostUnsentTo = mostUnsent) {}

  /** Adds a process. `send` resolves when its system has taken the message. */
  join(send: (message: FromRelay) => Promise<unknown>): RelayMember {
    const member = new Member(send, this.mostUnsentTo);
    this.members.add(member);
    return {
      receive: (message) => this.receive(member, message),
      leave: () => {
        if (!this.members.delete(member)) return;
        for (const other of this.members) other.reportGap();
      },
    };
  }

  /** Passes on a payload about any realm, from a program that isn't a member. */
  passToAll(payload: string): void {
    for (const member of this.members) member.deliver([payload]);
  }

  private receive(from: Member, message: ToRelay): void {
    if (message.kind === "publishes") {
      for (const member of this.members) if (member !== from) member.take(message.messages);
      return;
    }
    if (message.kind === "begins") from.begin();
    if (message.kind === "follows") from.follow(message.realmIds);
    if (message.kind === "leaves") from.unfollow(message.realmId);
    else from.answer(message.request);
  }
}
