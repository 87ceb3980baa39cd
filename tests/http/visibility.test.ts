import { nodesInMemory, nodesOnPostgres } from "../support/nodes";
import { seeingWhatOneMay } from "./visibility.contract";

describe("two nodes in memory", () => seeingWhatOneMay(() => nodesInMemory(2), 4, 40));
describe("two nodes on PostgreSQL", () => seeingWhatOneMay(() => nodesOnPostgres(2), 1, 20));
