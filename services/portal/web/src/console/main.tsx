import '@fontsource-variable/inter/index.css';
import 'virtual:brand.css';
import '../styles/tokens.css';
import '../styles/base.css';
import '../styles/frame.css';
import './styles/tokens.css';
import './styles/console.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router';
import { Console, preloadPage } from './console.tsx';

preloadPage(location.pathname);

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no element to draw in');
createRoot(root).render(
  <StrictMode>
    {/* The address changes at the click, and what is not there yet shows a bar: a transition would keep the page before without a sign. */}
    <BrowserRouter useTransitions={false}>
      <Console />
    </BrowserRouter>
  </StrictMode>,
);
