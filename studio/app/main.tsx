import { render } from 'preact';
import { takeToken } from './api.ts';
import { App } from './app.tsx';
import { applyTheme } from './theme.ts';
import './style/base.css';
import './style/parts.css';
import './style/environment.css';
import './style/session.css';
import './style/run.css';
import './style/tasks.css';
import './style/edit.css';

takeToken();
// a link opened in a tab of the studio changes only the fragment of the address, so the browser does not load the page
// again
addEventListener('hashchange', () => {
  if (takeToken()) location.reload();
});
applyTheme();
const home = document.getElementById('app');
if (home !== null) render(<App />, home);
