/** The demo's people: a small cooperative that draws and prints maps. */
export const people = [
  { email: "amara@example.com", fullName: "Amara Okafor" },
  { email: "bruno@example.com", fullName: "Bruno Teixeira" },
  { email: "chiyo@example.com", fullName: "Chiyo Tanabe" },
  { email: "dalia@example.com", fullName: "Dalia Haddad" },
  { email: "emil@example.com", fullName: "Emil Lindqvist" },
  { email: "farah@example.com", fullName: "Farah Siddiqui" },
  { email: "goran@example.com", fullName: "Goran Petrović" },
  { email: "hanneke@example.com", fullName: "Hanneke de Wit" },
  { email: "ines@example.com", fullName: "Inés Carrasco" },
  { email: "jonas@example.com", fullName: "Jonas Weber" },
  { email: "keira@example.com", fullName: "Keira Byrne" },
  { email: "noor@example.com", fullName: "Noor van Dijk" },
] as const;

/** A person by first name in lower case, which is also the local part of the address. */
export type Who =
  | "amara"
  | "bruno"
  | "chiyo"
  | "dalia"
  | "emil"
  | "farah"
  | "goran"
  | "hanneke"
  | "ines"
  | "jonas"
  | "keira"
  | "noor"
  | "demo";

export const groups: readonly { name: string; description: string; members: readonly Who[] }[] = [
  { name: "surveyors", description: "Who walks and measures", members: ["emil", "ines", "goran", "keira"] },
  { name: "drawing-room", description: "Colours, type and labels", members: ["chiyo", "dalia", "noor"] },
  { name: "on-call", description: "Who looks after the tile server", members: ["bruno", "farah", "demo"] },
];
