// Starts a server for a command. If the port is in use, gives a one-line error and stops the server.
import { badInput } from '../envs/errors/gym-error.ts';
import type { GymServer } from '../envs/server/server.ts';

/** Starts the server and returns its URL. `anyFree` tells the user how to ask for a free port. */
export async function listen(server: GymServer, port: number, host: string, anyFree: string): Promise<string> {
  try {
    return await server.listen(port, host);
  } catch (error) {
    await server.stop();
    const { code, message } = error as NodeJS.ErrnoException;
    const isTaken = code === 'EADDRINUSE';
    throw badInput({
      path: `--port ${port}`,
      what: isTaken ? 'is taken' : message,
      mend: isTaken ? `name another, or ${anyFree} for any free one` : 'name another host or port',
    });
  }
}
