export const REPORT_FR = `<!doctype html>
<html lang="fr">
<head>
<meta charset="utf-8">
<title>Qualité de l’eau de la rivière Aubette en 2025</title>
<style>body { font-family: sans-serif; max-width: 46em; margin: 2em auto } nav { font-size: small }</style>
<script>document.documentElement.dataset.opened = String(Date.now())</script>
</head>
<body>
<nav><a href="/">Accueil</a> · <a href="/rapports">Rapports</a> · <a href="/contact">Contact</a></nav>
<article>
<h1>Qualité de l’eau de la rivière Aubette en 2025</h1>
<p>Rapport du syndicat des eaux du val d’Aubette, présenté le 20 janvier 2026.</p>
<h2>Résumé</h2>
<p>La qualité de l’eau s’est améliorée pour la troisième année de suite. La concentration moyenne en nitrates est passée de 31 à 26 milligrammes par litre, en dessous du seuil de vigilance fixé à 30. Le phosphore reste stable. Les deux épisodes de pollution constatés en juin proviennent d’un déversement de lisier en amont du moulin de Vaucelles.</p>
<h2>Méthode</h2>
<p>Des prélèvements ont été faits chaque semaine en cinq points, du pont de Sarcelles jusqu’à la confluence. Les échantillons sont conservés à quatre degrés et analysés dans les vingt-quatre heures par le laboratoire départemental. Les relevés de débit viennent de la station automatique installée en 2019.</p>
<h2>Résultats par station</h2>
<table>
<tr><th>Station</th><th>Nitrates (mg/l)</th><th>Phosphore (mg/l)</th><th>Oxygène (%)</th></tr>
<tr><td>Pont de Sarcelles</td><td>22</td><td>0,08</td><td>94</td></tr>
<tr><td>Moulin de Vaucelles</td><td>34</td><td>0,19</td><td>81</td></tr>
<tr><td>Gué des Ormes</td><td>27</td><td>0,12</td><td>88</td></tr>
<tr><td>Écluse neuve</td><td>25</td><td>0,11</td><td>90</td></tr>
<tr><td>Confluence</td><td>24</td><td>0,10</td><td>91</td></tr>
</table>
<h2>Faune</h2>
<p>La truite fario est revenue entre le gué des Ormes et l’écluse neuve, où elle n’avait pas été observée depuis 2011. Les comptages de larves d’éphémères, très sensibles à la pollution, ont doublé. En revanche, l’écrevisse à pattes blanches n’a été trouvée qu’à la source.</p>
<h2>Recommandations</h2>
<ul>
<li>Planter une bande boisée de dix mètres le long des parcelles cultivées de Vaucelles.</li>
<li>Contrôler les fosses à lisier avant chaque saison d’épandage.</li>
<li>Effacer le seuil de l’ancienne filature pour rétablir le passage des poissons.</li>
</ul>
<p>Le coût de ces mesures est estimé à 184 000 euros sur trois ans, dont la moitié serait prise en charge par l’agence de l’eau.</p>
</article>
<div hidden>Brouillon : ne pas publier avant le vote du comité.</div>
<footer>Syndicat des eaux du val d’Aubette · Mentions légales</footer>
</body>
</html>
`

export const NOTICE_ZH = `---
title: 关于东湖小区停水检修的通知
date: 2026-01-10
---

# 关于东湖小区停水检修的通知

各位住户：

因东湖路地下供水主管道老化，自来水公司将于1月18日（星期日）上午8时至下午5时进行更换施工。施工期间，东湖小区1号楼至9号楼将暂停供水。

## 注意事项

1. 请提前储存足够的生活用水，并在停水期间关好水龙头，以免恢复供水时发生漏水。
2. 恢复供水初期水质可能短暂发黄，请先放水五分钟再使用，切勿立即饮用。
3. 使用热水器、洗衣机的住户，请在停水前切断电源。

## 临时供水点

物业在小区南门广场设有临时取水车，取水时间为上午9时至下午4时。行动不便的老人可拨打物业电话，由工作人员送水上门。

## 补偿

如施工延误超过三小时，自来水公司将减免当月水费的百分之二十。

东湖小区物业服务中心
2026年1月10日
`

export const NOTE = `---
title: Moving the parish archive
---

# Moving the parish archive

The reading room in the old vicarage is too damp: the hygrometer showed 71 % for most of November. We move everything to the upper floor of the library before Easter.

## What moves first

- The baptism registers from 1688 to 1812. They are the oldest and have mould on the spine already.
- Glass negatives of the harbour, eleven crates. They must stay upright and must not be stacked.
- The organ builder's drawings. Flat, between boards, never rolled.

## Who does what

Ines books the van and the two conservators. Tomas labels each crate with the shelf it came from, so that the finding aid stays right. The insurance covers the transport only if every crate has been photographed.

## Open questions

We still have no answer on whether the floor of the library bears the weight of the plan chests. The surveyor comes on 9 February. Until then nothing heavier than a crate goes up.

\`\`\`
# not a heading: the command that prints the labels
print-labels --from shelves.csv --copies 2
\`\`\`
`

/** A question about each document, in its language; the search must find that document first. */
export const QUESTIONS = [
  { document: 'invoice-brindle-joinery.pdf', question: 'Who billed the library for oak bookcases?' },
  { document: 'facture-atelier-morel.pdf', question: 'Combien coûte la restauration de la carte murale de 1894 ?' },
  { document: 'invoice-harlow-lighting.pdf', question: 'What did the theatre pay for LED profile spotlights and a dimmer pack?' },
  { document: 'contract-lift-maintenance.pdf', question: 'How quickly must a technician arrive when somebody is trapped in the lift?' },
  { document: 'rapport-qualite-eau.html', question: 'Où la truite fario est-elle revenue ?' },
  { document: 'notice-water-supply-zh.md', question: '停水期间哪里可以取水？' },
  { document: 'note-archive-move.md', question: 'Which registers have to be moved first because of mould?' },
]
