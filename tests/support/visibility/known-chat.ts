import { type NaiveChannel, NaiveChat } from "./reference-chat";

/** Who may enter a channel besides its subscribers. */
export type NaivePrivacy = "open to the web" | "open" | "shared history" | "protected history";

interface KnownChannel extends NaiveChannel {
  isOpen: boolean;
  showsHistory: boolean;
  privacy: NaivePrivacy;
  /** People that the channel's settings let in. */
  mayJoin: ReadonlySet<number>;
}

interface Role {
  isGuest: boolean;
  readonly isAdministrator: boolean;
  readonly isBot: boolean;
}

/**
 * Who may know what, in the simplest form: which messages they read, and which names of channels and people. Guests
 * know the people with whom they share a channel or a past conversation, and all bots.
 */
export class KnownChat extends NaiveChat {
  private readonly known: Record<string, KnownChannel>;
  private readonly roles = new Map<number, Role>();
  private readonly talked = new Set<string>();

  constructor(channels: Readonly<Record<string, NaivePrivacy>>) {
    const known = Object.fromEntries(
      Object.entries(channels).map(([channel, privacy]) => [
        channel,
        { ...rulesOf(privacy), mayJoin: new Set<number>() },
      ]),
    );
    super(known);
    this.known = known;
  }

  addPerson(person: number, role: Partial<Role>): void {
    this.roles.set(person, { isGuest: false, isAdministrator: false, isBot: false, ...role });
  }

  setGuest(person: number, isGuest: boolean): void {
    const role = this.roles.get(person);
    if (role) role.isGuest = isGuest;
  }

  setPrivacy(channel: string, privacy: NaivePrivacy): void {
    const known = this.known[channel];
    if (known) Object.assign(known, rulesOf(privacy));
  }

  setMayJoin(channel: string, people: readonly number[]): void {
    const known = this.known[channel];
    if (known) known.mayJoin = new Set(people);
  }

  privacyOf(channel: string): NaivePrivacy {
    return this.known[channel]?.privacy ?? "protected history";
  }

  override canReadChannel(person: number, channel: string): boolean {
    const known = this.known[channel];
    const isGuest = this.roles.get(person)?.isGuest ?? true;
    return (
      this.isIn(person, channel) ||
      known?.privacy === "open to the web" ||
      (!isGuest && (known?.privacy === "open" || (known?.mayJoin.has(person) ?? false)))
    );
  }

  /** Administrators know of every channel, but that alone doesn't let them read one. */
  canSeeChannel(person: number, channel: string): boolean {
    return this.canReadChannel(person, channel) || (this.roles.get(person)?.isAdministrator ?? false);
  }

  talk(people: readonly number[]): void {
    for (const one of people) for (const other of people) this.talked.add(`${one} ${other}`);
  }

  canSeePerson(reader: number, other: number): boolean {
    return (
      reader === other ||
      !(this.roles.get(reader)?.isGuest ?? true) ||
      (this.roles.get(other)?.isBot ?? false) ||
      this.talked.has(`${reader} ${other}`) ||
      Object.keys(this.known).some((channel) => this.isIn(reader, channel) && this.isIn(other, channel))
    );
  }
}

const rulesOf = (privacy: NaivePrivacy): Omit<KnownChannel, "mayJoin"> => ({
  privacy,
  isOpen: privacy === "open" || privacy === "open to the web",
  showsHistory: privacy !== "protected history",
});
