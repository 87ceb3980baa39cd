import { memoryPersistence } from "../support/persistence";
import { everyContract } from "./every-contract";

const persistence = memoryPersistence();

describe("persistence in memory", () => everyContract(() => persistence));
