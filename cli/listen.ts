// Starts a server for a command. If the server cannot listen, for example because the port is in use, stops it and
// throws an error of one line.
import { badInput } from '../envs/errors/gym-error.ts';
import type { GymServer } from '../envs/server/server.ts';

/** Starts the server and returns its URL. `anyFree` is the value of --port that stands for any free port. */
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
