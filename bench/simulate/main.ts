import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { runProgram } from "../program";
import { check } from "./check";
import type { Costs } from "./costs";
import { machines, millions } from "./defaults";
import { measureCosts } from "./measure";
import { report } from "./report";

const storedCosts = "docs/costs.json";

/**
 * What a population needs, and what fails first: `npm run simulate`. `--measure` measures the costs on this machine and
 * stores them; `--check` measures them, or takes those of `--costs`, and compares what follows from them with a real server
 * under another load.
 */
const main = async (): Promise<void> => {
  const { values } = parseArgs({
    options: {
      costs: { type: "string" },
      measure: { type: "boolean", default: false },
      check: { type: "boolean", default: false },
      people: { type: "string", default: `${millions.people}` },
      realms: { type: "string", default: `${millions.realms}` },
      polling: { type: "string", default: `${millions.polling}` },
      streaming: { type: "string", default: `${millions.streaming}` },
      sends: { type: "string", default: `${millions.hourly.sends}` },
      reached: { type: "string", default: `${millions.mostReached}` },
      processes: { type: "string" },
      spread: { type: "string", default: `${machines.spread}` },
      bus: { type: "string", default: machines.bus },
      "database-cores": { type: "string", default: `${machines.databaseCores}` },
      "database-connections": { type: "string", default: `${machines.databaseConnections}` },
      pool: { type: "string", default: `${machines.pool}` },
      memory: { type: "string", default: `${machines.memoryMib}` },
      share: { type: "string", default: "0.5" },
      cores: { type: "string", default: "8" },
      "core-price": { type: "string", default: "20" },
      "gib-price": { type: "string", default: "3" },
      seconds: { type: "string", default: "10" },
      seed: { type: "string", default: "1" },
    },
  });
  const say = (line: string): void => {
    process.stdout.write(`${line}\n`);
  };
  const { costs: file = storedCosts } = values;
  const stored = () => JSON.parse(readFileSync(file, "utf8")) as Costs;
  if (values.measure) writeFileSync(file, `${JSON.stringify(await measureCosts(say), rounded, 2)}\n`);
  if (values.check) {
    const isKnown = values.measure || values.costs !== undefined;
    process.exitCode = (await check(isKnown ? stored() : await measureCosts(say), say)) ? 0 : 1;
    return;
  }
  const costs = stored();
  const population = {
    ...millions,
    people: Number(values.people),
    realms: Number(values.realms),
    polling: Number(values.polling),
    streaming: Number(values.streaming),
    mostReached: Number(values.reached),
    hourly: { ...millions.hourly, sends: Number(values.sends) },
  };
  const deployment = {
    ...machines,
    spread: Number(values.spread),
    bus: values.bus === "postgres" ? ("postgres" as const) : ("nats" as const),
    memoryMib: Number(values.memory),
    databaseCores: Number(values["database-cores"]),
    databaseConnections: Number(values["database-connections"]),
    pool: Number(values.pool),
  };
  const lines = report(costs, population, deployment, {
    processes: values.processes === undefined ? undefined : Number(values.processes),
    share: Number(values.share),
    coresEach: Number(values.cores),
    corePrice: Number(values["core-price"]),
    gibPrice: Number(values["gib-price"]),
    seconds: Number(values.seconds),
    seed: Number(values.seed),
  });
  for (const line of lines) say(line);
};

/** Measurements aren't exact to more digits than these. */
const rounded = (_key: string, value: unknown): unknown =>
  typeof value === "number" ? Number(value.toPrecision(3)) : value;

runProgram(main);
