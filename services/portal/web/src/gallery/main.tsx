import '@fontsource-variable/inter/index.css';
import 'virtual:brand.css';
import '../styles/tokens.css';
import '../styles/base.css';
import '../styles/frame.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Page } from '../parts/page.tsx';
import { Heading } from '../parts/text.tsx';
import {
  BusyFormSample,
  ButtonSamples,
  ChoiceSample,
  ChoicesSample,
  FieldSamples,
  FormSample,
  OneFieldFormSample,
  TextSamples,
  WaitingFormSample,
} from './samples.tsx';
import { wholePages } from './whole-pages.tsx';

/** Every part in every state, for developers. Its texts are samples and not part of the words of the pages. */
const Gallery = () => (
  <Page title="Parts" lead="What the pages are made of. The sources are in src/parts.">
    <Heading>Whole pages</Heading>
    <ul>
      {wholePages.map(({ name }) => (
        <li key={name}>
          <a href={`?page=${name}`}>{name}</a>
        </li>
      ))}
    </ul>
    <TextSamples />
    <ButtonSamples />
    <FieldSamples />
    <ChoiceSample />
    <ChoicesSample />
    <FormSample />
    <OneFieldFormSample />
    <WaitingFormSample />
    <BusyFormSample />
  </Page>
);

const root = document.getElementById('root');
if (root === null) throw new Error('the page has no element to draw in');
const wanted = new URLSearchParams(location.search).get('page');
createRoot(root).render(
  <StrictMode>{wholePages.find(({ name }) => name === wanted)?.page ?? <Gallery />}</StrictMode>,
);
