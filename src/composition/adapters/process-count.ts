import { availableParallelism } from "node:os";
import type { Config } from "../../config/config";

/** How many processes serve clients. */
export const processCount = ({ processes }: Pick<Config, "processes">): number =>
  processes === "auto" ? availableParallelism() : processes;
