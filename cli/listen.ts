// Starts a server for a command. If the port is in use, stops the server and throws an error of one line.
import { badInput } from '../envs/errors/gym-error.ts';
import type { GymServer } from '../envs/server/server.ts';

/**
 * Starts the server and returns its URL. `anyFree` is the port number that the error message suggests for any free
 * port.
 */
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
