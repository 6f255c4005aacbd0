/** Returns the largest amount of memory that the process has used so far, in MB, as the operating system reports it. */
export function peakMegabytes(): number {
  return Math.round(process.resourceUsage().maxRSS / 1024);
}
