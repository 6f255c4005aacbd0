// The two sides of a session that can act: the agent and the user.
export const PLANES = ['agent', 'user'] as const;
export type Plane = (typeof PLANES)[number];
