import type { Feature } from "#features/feature.ts";
import type { Access, Permissions, PermittedUser, Topic } from "#rpc/permissions.ts";
import { features } from "../features.ts";

const declared: readonly Feature[] = features;

/** Every topic of live updates, with the permission that is needed to be notified. */
const topics = Object.assign({}, ...declared.map((feature) => feature.topics)) as Record<Topic, Permissions>;

export const topicNames = Object.keys(topics) as Topic[];

/** The topics that a user may be notified about. */
export function topicsOf(user: PermittedUser, access: Access): Topic[] {
  return topicNames.filter((topic) => access.canUser(user, topics[topic]));
}
