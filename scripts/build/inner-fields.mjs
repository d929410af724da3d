/**
 * Fields of the page code's internal objects, which the build shortens to a letter or two, the same in a page file and its
 * parts. A field must not be listed if it is part of a result, of an object that outlives a second injection or of a
 * built-in object, or if its name is also written as a string.
 */
export const innerFields = (
  'interactivity hasLayout isShown isWhole hiddenBy prose isApart isNamedByContent hasChildren holder isInvisible ' +
  'isBlock reveals hovered isSound isSortedHeader facts linked isContent isScoped isDescribedByContext showsHidden isAlternative ' +
  'isUnknown isVerbatim isTextSeen isScripted foldsBoxes isUnseen seesText delegated titles lastIsContent ' +
  'imagesOfMaps contentRole isFocusable endsInSpace findClickable timersUpTo levels causes posted edges ' +
  'hiddenByIsStatic isInWantedPart isOffscreen hasTaken isOut heads restless addNode isEditingHost isTitledIcon ' +
  'generatedContent isDraggable hasMade inTree isFull maxText jumps showsRef parents isFirst arrange scopes ' +
  'atKeypress isUnlaid isTight isMute addText slides rendering excluded anyActive loopMs requests isAside remains ' +
  'isFlat surface boxesAbove ownLinked addWritten endLongLine addCode isNative isValue isHidden showsText ' +
  'awaitPage timersLeft closeWatchers keepsText references radios isRetry standing selectors foldRoom headed ' +
  'isTransparent hiddenInfos rovingGrids waysBefore scrollStarts frameContent isOutOfSight ' +
  'leaveInTable ownCursor readBox fieldText byClasses byControl isUntouched textPlace referring keepsRefs ' +
  'surfaces skipping isTitled invokers quietFor sweepAt isProse ownFrom isFixed guessedFrames coming ' +
  'idleAt isAwaiting kindsElsewhere unanswered isFormal isPartial isLink isLate guard ' +
  'lookAgain addOmitted visited otherChars linkedChars scroller isPressed scrolls handled isSure sink seam words ways alike rank collected unread blocks lead foot cuts tail outer places byRank addWords openItem comma longest merge folds bracket spans'
).split(' ');
