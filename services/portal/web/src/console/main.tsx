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
    <BrowserRouter>
      <Console />
    </BrowserRouter>
  </StrictMode>,
);
