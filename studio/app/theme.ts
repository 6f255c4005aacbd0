// The theme of the page: dark, light, or the system's choice. The choice is stored for the next visit.
const KEY = 'callgym-theme';
const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export function theme(): Theme {
  let kept: string | null = null;
  try {
    kept = localStorage.getItem(KEY);
  } catch {
    // a page that is opened from a file may have no storage
  }
  return THEMES.find((each) => each === kept) ?? 'system';
}

export function applyTheme(): void {
  const now = theme();
  if (now === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = now;
}

export function nextTheme(): Theme {
  const next = THEMES[(THEMES.indexOf(theme()) + 1) % THEMES.length] ?? 'system';
  try {
    localStorage.setItem(KEY, next);
  } catch {
    document.documentElement.dataset['theme'] = next;
  }
  applyTheme();
  return next;
}
