import type { Workings } from "../workings";
import { setTopicPolicy } from "./set-topic-policy";

/** Topics as each user has them. */
export const topicUseCases = (workings: Workings) => ({
  setPolicy: setTopicPolicy(workings),
});
