import { memoryPersistence } from "../../support/storage/persistence";
import { everyContract } from "./every-contract";

let persistence = memoryPersistence();
beforeEach(() => {
  persistence = memoryPersistence();
});

describe("persistence in memory", () => everyContract(() => persistence));
