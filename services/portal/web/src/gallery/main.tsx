import '@fontsource-variable/inter/index.css';
import '../styles/tokens.css';
import '../styles/base.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Gallery } from './gallery.tsx';
import { wholePages } from './whole-pages.tsx';

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no element to draw in');
const wanted = new URLSearchParams(location.search).get('page');
createRoot(root).render(
  <StrictMode>{wholePages.find(({ name }) => name === wanted)?.page ?? <Gallery />}</StrictMode>,
);
