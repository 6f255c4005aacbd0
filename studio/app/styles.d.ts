// Style sheets, which the bundler packs into the page.
declare module '*.css';
