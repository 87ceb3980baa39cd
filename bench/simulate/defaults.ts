import type { Population } from "./load";
import type { Deployment } from "./model";

/** Ten million people, a tenth of them there in the busiest hour. */
export const millions: Population = {
  people: 10_000_000,
  realms: 1_000_000,
  polling: 1_000_000,
  streaming: 0,
  exponent: 0.7,
  mostReached: 200,
  hourly: { sends: 10, presences: 60, marks: 10, histories: 10, registrations: 1 },
};

export const machines: Omit<Deployment, "processes"> = {
  spread: 1,
  bus: "nats",
  memoryMib: 4096,
  databaseCores: 64,
  databaseConnections: 5000,
  pool: 5,
  walMib: 200,
};
