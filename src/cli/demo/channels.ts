import type { Who } from "./people";
import type { Talk } from "./talk";
import { engineering, support } from "./talk-engineering";
import { general, random } from "./talk-everyone";
import { board, surprise } from "./talk-private";
import { design, fieldNotes, printShop } from "./talk-work";

interface DemoChannel {
  readonly name: string;
  readonly description: string;
  readonly isPrivate: boolean;
  /** Undefined for everyone. */
  readonly members: readonly Who[] | undefined;
  readonly talk: Talk;
}

export const channels: readonly DemoChannel[] = [
  {
    name: "general",
    description: "For what concerns everyone.",
    isPrivate: false,
    members: undefined,
    talk: general,
  },
  { name: "random", description: "For the rest.", isPrivate: false, members: undefined, talk: random },
  {
    name: "engineering",
    description: "The tile server, the pipeline and what breaks.",
    isPrivate: false,
    members: ["demo", "bruno", "farah", "goran", "jonas", "amara", "keira"],
    talk: engineering,
  },
  {
    name: "support",
    description: "Questions from people who bought a map.",
    isPrivate: false,
    members: ["demo", "amara", "hanneke", "farah", "keira"],
    talk: support,
  },
  {
    name: "design",
    description: "Colours, type, **labels**.",
    isPrivate: false,
    members: ["demo", "chiyo", "dalia", "noor", "amara", "ines"],
    talk: design,
  },
  {
    name: "field notes",
    description: "From those who are out there.",
    isPrivate: false,
    members: ["demo", "emil", "ines", "goran", "keira", "chiyo"],
    talk: fieldNotes,
  },
  {
    name: "print shop",
    description: "Paper, ink and the big machine.",
    isPrivate: false,
    members: ["hanneke", "jonas", "dalia", "noor"],
    talk: printShop,
  },
  {
    name: "board",
    description: "Money and plans.",
    isPrivate: true,
    members: ["demo", "amara", "hanneke", "goran"],
    talk: board,
  },
  {
    name: "surprise for noor",
    description: "Psst.",
    isPrivate: true,
    members: ["chiyo", "dalia", "keira", "jonas", "demo"],
    talk: surprise,
  },
];
