// Returns the fields with which the server's lists and the studio (callgym's web page) present an environment.
import type { Environment } from '../values/environment.ts';
import type { World } from '../world/world.ts';

type Head = Pick<Environment, 'name' | 'title' | 'description' | 'origin' | 'clock' | 'arguments' | 'policy'>;

export function environmentHead({ environment, hash }: World): Head & { readonly hash: string } {
  const { name, title, description, origin, clock, policy } = environment;
  return { name, hash, title, description, origin, clock, arguments: environment.arguments, policy };
}
