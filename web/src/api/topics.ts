import { get } from "./http";

export interface Topic {
  readonly name: string;
  readonly max_id: number;
}

/** The topics of a channel, newest first. */
export const fetchTopics = async (channelId: number): Promise<readonly Topic[]> =>
  (
    await get<{ topics: readonly Topic[] }>(`/users/me/${channelId}/topics`, {
      allow_empty_topic_name: true,
    })
  ).topics;
